// End-to-end tests in the Chromium of the system, or in the browser that PLYSCOPE_CHROMIUM names. PLYSCOPE_BIN names
// the program; PLYSCOPE_PAGE may name a folder with a built page to test instead of the one in the program.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: process.env.PLYSCOPE_PICTURES ? 'pictures.ts' : '*.spec.ts',
  // Each worker has a server of its own.
  workers: process.env.PLYSCOPE_PICTURES ? 1 : 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.PLYSCOPE_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
