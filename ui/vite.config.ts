// How the page is built and developed. `npm run dev` forwards requests to a server started with `plyscope serve`.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const server = process.env.PLYSCOPE_URL ?? 'http://127.0.0.1:7420'

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    proxy: {
      // The server accepts requests from its own page only, so the proxy hides where they come from.
      '/api': {
        target: server,
        changeOrigin: true,
        configure: (proxy) =>
          proxy.on('proxyReq', (request) => ['origin', 'sec-fetch-site'].forEach((name) => request.removeHeader(name))),
      },
    },
  },
})
