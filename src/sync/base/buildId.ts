declare const __BUILD_ID__: string;

/** Same sources, same id (TAB1). Outside a build (tests, tools) there is none. */
export const BUILD_ID: string = typeof __BUILD_ID__ === 'undefined' ? 'unbuilt' : __BUILD_ID__;
