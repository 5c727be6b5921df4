// End-to-end tests in the Chromium of the system. PLYSCOPE_BIN names the program; PLYSCOPE_PAGE may name a folder with a built page to test
// instead of the one within the program; CHROMIUM another browser.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: process.env.PLYSCOPE_PICTURES ? 'pictures.ts' : '*.spec.ts',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
      ],
    },
  },
})
