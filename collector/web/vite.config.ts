import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The collector puts a new nonce in its place at each request.
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'es2023',
    // Nothing inside the page: the policy lets in what has an address of its own, and a data: URL cannot be kept.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file, a few KB more than the first page needs: a page whose styles once failed to load would not get them again.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // Of what is sent; before compression it may be three times that. A test sees to it that it stays below.
    chunkSizeWarningLimit: 900,
  },
})
