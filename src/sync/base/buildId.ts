declare const __BUILD_ID__: string;

/** The same sources produce the same id (TAB1). Outside a build (tests, tools) there is no id. */
export const BUILD_ID: string = typeof __BUILD_ID__ === 'undefined' ? 'unbuilt' : __BUILD_ID__;
