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

/** Identifies the sources of a build; the tab and its `ops` worker recognize each other by it (invariant TAB1). */
const buildId = JSON.stringify(process.env['OPS_BUILD_ID'] ?? sourceStamp().slice(0, 12));

/** Modules that every list needs; together with their dependencies, they are bundled into one file. */
const FIRST_LIST =
  /src\/(ui\/(list\/(ListScreen|OfflineDownload)|Tabs)|screens\/(shared\/(RoutedList|TabbedPage|addressHistory|useUndoKey|recordWords|notifyKept)|resource\/screen|serviceable\/(ChosenHint|ServiceableScreen|pages|SelectedHint|AreaTabs|checkLead|operationHistory))|contract\/(cachedMatch|resources\/channelLocation)|sync\/(hooks\/(useChannels|useCachedSet|usePlaces|downloadUrl)|actions\/keepOffline))\.tsx?$/;

/** Modules that a list loads right after its first rows. */
const BEHIND = /src\/.*\/(RowsDoing|ColumnEdge|ViewsSlot)\.tsx$/;

/** Rooms with many dialogs and panels, by folder. Sign-in needs only the product's logo. */
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
  // Offered by a long press or a right-click on the installed app's icon.
  shortcuts: [
    { name: 'Channel Serviceable Area', url: '/carrier/serviceable/location' },
    { name: 'Address Check', url: '/carrier/serviceability' },
    { name: 'Channel Config', url: '/carrier/channelConfigIntegrated' },
    { name: 'Changes on this device', url: '/queue' },
  ].map(shortcut => ({
    ...shortcut,
    icons: [{ src: '/static/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })),
  // Shown where the browser offers to install the app; never cached.
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
 * Writes the build time (epoch seconds) into the page itself, so that it changes no script's name; omitted in development.
 * The page is precached under its content hash, so a new build time results in a new service worker.
 */
const releaseMeta = {
  name: 'ops-release',
  transformIndexHtml: () => {
    const content = process.env['OPS_RELEASE_TIME'];
    return content ? [{ tag: 'meta', attrs: { name: 'ops-release', content }, injectTo: 'head' as const }] : [];
  },
};

/**
 * Names of scripts with a hash of their content (domain/hashedFile). It has only hexadecimal digits, because eight
 * letters could be a word. Seven characters are the shortest hash that the bundler allows: the first files list the
 * names of all others, and hashes do not compress.
 */
const HASHED_NAMES = {
  hashCharacters: 'hex',
  chunkFileNames: 'static/[name]-[hash:7].js',
  entryFileNames: 'static/[name]-[hash:7].js',
} as const;

export default defineConfig({
  define: { __BUILD_ID__: buildId },
  resolve: {
    alias: [
      // The package's default entry is built for old browsers; this is the same code for the browsers that we support.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // Fluent's own Button styles would add 6 kB to the first load.
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
    // React, Fluent and the router are one file, so that they are compressed together; in kB before compression.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        ...HASHED_NAMES,
        codeSplitting: {
          // Few files for the first list, because many small ones need more requests, and each is compressed separately.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            { name: 'list', test: FIRST_LIST, priority: 1 },
            // Code shared by several screens and dialogs is one file per room, in the order of the rooms' imports, so that no
            // two files depend on each other.
            { name: 'kit', test: /node_modules\/(?!dexie)/, minShareCount: 2, priority: 0.9 },
            { name: 'rules', test: /src\/(domain|contract)\//, minShareCount: 2, priority: 0.8 },
            { name: 'data', test: /src\/sync\//, minShareCount: 2, priority: 0.7 },
            { name: 'ui', test: /src\/ui\//, minShareCount: 2, priority: 0.6 },
            { name: 'common', test: /src\/screens\//, minShareCount: 2, priority: 0.5 },
            { name: 'entrance', test: /src\/app\//, minShareCount: 2, priority: 0.5 },
            { name: 'behind', test: BEHIND, priority: 0.43 },
            // Code used by only one screen or dialog is one file per room, too: for offline use, the first visit fetches all
            // files one after another, and each takes a round trip.
            { name: roomOf, debugName: 'rooms', test: ROOMS, priority: 0.4 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [noShapes()], rolldownOptions: { output: HASHED_NAMES } },
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
      // The icons are already precached through their folder; listing them twice is an error.
      includeManifestIcons: false,
      injectManifest: {
        // The general spreadsheet reader is large and needed only for older formats, so it is cached on first use.
        globPatterns: ['index.html', 'static/**/*.{js,css,svg,woff2}', 'static/icons/*.png'],
        globIgnores: ['**/xlsx-*.js', '**/cpexcel*.js'],
        dontCacheBustURLsMatching: /-[\w-]{6,8}\.\w+$/,
        maximumFileSizeToCacheInBytes: 3_000_000,
        minify: true,
        buildPlugins: { vite: [noShapes()] },
        // Registered as a classic script, the only kind of service worker that every browser supports.
        rollupFormat: 'iife',
      },
    }),
  ],
  server: {
    port: Number(process.env['PORT'] ?? 5173),
    proxy: Object.fromEntries(
      // The server's sub-applications are below /static/ops.
      ['/api', '/static/ops'].map(path => [
        path,
        { target: process.env['OPS_API'] ?? 'http://localhost:8081', changeOrigin: false },
      ]),
    ),
  },
});
