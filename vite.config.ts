import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vite';
import { inlineTokens } from './scripts/inline-tokens.mjs';
import { createLightTheme } from '@fluentui/react-components';
import { noShapes } from './scripts/no-shapes.mjs';
import { sourceStamp } from './scripts/stamp.mjs';
import { themeSheets } from './scripts/theme-sheets.mjs';
import { brand } from './src/app/theme/brand.ts';
import { contrastTheme } from './src/app/theme/contrastTheme.ts';
import { darkTheme } from './src/app/theme/darkTheme.ts';

/** Same sources, same id: the tab and its `ops` worker recognise each other by it (invariant TAB1). */
const buildId = JSON.stringify(process.env['OPS_BUILD_ID'] ?? sourceStamp().slice(0, 12));

/** What every list is made of: with their own dependencies these are one file. */
const FIRST_LIST =
  /src\/(ui\/(list\/(ListScreen|OfflineDownload)|Tabs)|screens\/(shared\/(RoutedList|TabbedPage|addressHistory|useUndoKey|recordWords|notifyKept)|resource\/screen|serviceable\/(ChosenHint|ServiceableScreen|pages|SelectedHint|UnknownChannel|AreaTabs|checkLead|operationHistory))|contract\/(cachedMatch|resources\/channelLocation)|sync\/(hooks\/(useChannels|useCachedSet|usePlaces|downloadUrl)|actions\/keepOffline))\.tsx?$/;

/** What a list loads right behind its first rows. */
const BEHIND = /src\/.*\/(RowsDoing|ColumnEdge|ViewsSlot)\.tsx$/;

/** Rooms of many dialogs and panels, by their folders. Sign-in needs the product's mark alone. */
const ROOMS =
  /src\/(app\/(frame\/(?!ProductMark)|palette\/|notices\/)|ui\/|screens\/(shared|resource|channelConfig|locationCdt|nonWorkingDays|queue|log|serviceable)\/)/;
const ROOM_FILES: Readonly<Record<string, string>> = { app: 'frame', ui: 'tools', shared: 'tools', resource: 'tools' };
const roomOf = (id: string): string => {
  const [, room = ''] = /src\/(?:screens\/|app\/(?=notices\/))?([^/]+)\//.exec(id) ?? [];
  return ROOM_FILES[room] ?? room;
};

const manifest = {
  name: 'Ops Portal',
  short_name: 'Ops Portal',
  description: 'Carrier channels, serviceable areas, rates and reconciliation in eight countries, online and offline',
  start_url: '/',
  scope: '/',
  id: '/',
  display: 'standalone' as const,
  background_color: '#ffffff',
  theme_color: '#0b5a6f',
  categories: ['business', 'productivity'],
  // What is offered by a long press or a right-click on the installed program's icon.
  shortcuts: [
    { name: 'Channel Serviceable Area', url: '/carrier/serviceable/location' },
    { name: 'Address Check', url: '/carrier/serviceability' },
    { name: 'Channel Config', url: '/carrier/channelConfigIntegrated' },
    { name: 'Changes on this device', url: '/queue' },
  ].map(shortcut => ({
    ...shortcut,
    icons: [{ src: '/static/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })),
  // Shown where the program is offered for installation; never cached by it.
  screenshots: [
    {
      src: '/static/screens/wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide' as const,
      label: 'Serviceable locations of a channel',
    },
    {
      src: '/static/screens/narrow.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow' as const,
      label: 'The same list on a phone',
    },
  ],
  icons: [
    { src: '/static/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/static/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/static/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' as const },
    { src: '/static/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
};

/**
 * The build's time (epoch seconds) in the page itself, so that no script's name changes with it; none in development.
 * The page is in the precache under its content's hash: another time is another service worker.
 */
const releaseMeta = {
  name: 'ops-release',
  transformIndexHtml: () => {
    const content = process.env['OPS_RELEASE_TIME'];
    return content ? [{ tag: 'meta', attrs: { name: 'ops-release', content }, injectTo: 'head' as const }] : [];
  },
};

export default defineConfig({
  define: { __BUILD_ID__: buildId },
  resolve: {
    alias: [
      // The package's own entry is its build for old browsers; this one is the same code for those that we support.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // Fluent's own Button styles are 6 kB of the first load.
      {
        find: /^.*\/useButtonStyles\.styles(\.js)?$/,
        replacement: fileURLToPath(new URL('src/ui/buttonStyles.ts', import.meta.url)),
      },
      { find: 'rtl-css-js/core', replacement: fileURLToPath(new URL('src/app/theme/leftToRight.ts', import.meta.url)) },
    ],
  },
  build: {
    outDir: 'dist/client',
    assetsDir: 'static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    manifest: 'static/build-manifest.json',
    // React, Fluent and the router in one file, so that they are compressed together; in kB before compression.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Seven letters of a hash, the fewest that the bundler takes: the first files name the others, and hashes do not compress.
        hashCharacters: 'hex',
        chunkFileNames: 'static/[name]-[hash:7].js',
        entryFileNames: 'static/[name]-[hash:7].js',
        codeSplitting: {
          // Few files for the first list: many small ones take more requests, and each is compressed without the others.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            { name: 'list', test: FIRST_LIST, priority: 1 },
            // What several screens and dialogs share is one file a room, in the order of the rooms' imports, so that no two need each other.
            { name: 'kit', test: /node_modules\/(?!dexie)/, minShareCount: 2, priority: 0.9 },
            { name: 'rules', test: /src\/(domain|contract)\//, minShareCount: 2, priority: 0.8 },
            { name: 'data', test: /src\/sync\//, minShareCount: 2, priority: 0.7 },
            { name: 'ui', test: /src\/ui\//, minShareCount: 2, priority: 0.6 },
            { name: 'common', test: /src\/screens\//, minShareCount: 2, priority: 0.5 },
            { name: 'entrance', test: /src\/app\//, minShareCount: 2, priority: 0.5 },
            { name: 'behind', test: BEHIND, priority: 0.43 },
            // What only one screen or dialog needs is one file a room, too: a first visit fetches every file for work without the network, one
            // after the other, and each takes a round trip.
            { name: roomOf, debugName: 'rooms', test: ROOMS, priority: 0.4 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [noShapes()] },
  plugins: [
    inlineTokens(),
    noShapes(),
    themeSheets({ light: createLightTheme(brand), dark: darkTheme, contrast: contrastTheme }),
    react(),
    releaseMeta,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/workers/sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      manifestFilename: 'manifest.webmanifest',
      // The icons are in the precache by their folder already; twice would be refused.
      includeManifestIcons: false,
      injectManifest: {
        // The general reader of spreadsheets is large and only needed for older formats: it is cached when it is first used.
        globPatterns: ['index.html', 'static/**/*.{js,css,svg,woff2}', 'static/icons/*.png'],
        globIgnores: ['**/xlsx-*.js', '**/cpexcel*.js'],
        dontCacheBustURLsMatching: /-[\w-]{6,8}\.\w+$/,
        maximumFileSizeToCacheInBytes: 3_000_000,
        minify: true,
        buildPlugins: { vite: [noShapes()] },
        // Registered as a classic script: the only form that every browser takes for a service worker.
        rollupFormat: 'iife',
      },
    }),
  ],
  server: {
    port: Number(process.env['PORT'] ?? 5173),
    proxy: Object.fromEntries(
      // Below /static/ops are the sub-applications that the server has.
      ['/api', '/static/ops'].map(path => [
        path,
        { target: process.env['OPS_API'] ?? 'http://localhost:8081', changeOrigin: false },
      ]),
    ),
  },
});
