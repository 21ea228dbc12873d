import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The collector replaces it by a new nonce on each request.
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'es2023',
    // Inlines nothing: the content security policy allows only files, and data: URLs cannot be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet, a few KB larger than the first page needs, as a page whose styles failed to load would not load
    // them again.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // The packages inside, for their licenses and for the bill of materials of a release.
    license: { fileName: 'licenses.json' },
    rolldownOptions: {
      output: {
        // One file for everything that the first paint needs, and one for what most pages share, as each further file
        // waits for a connection of HTTP/1.1.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'common', test: /@(mantine|tabler|tanstack)|web.(api|table|ui)/, minShareCount: 12 },
          ],
        },
      },
    },
    // The limit of the compressed size; uncompressed it may be three times as large. A test enforces the limit.
    chunkSizeWarningLimit: 900,
  },
})
