/**
 * Makes each test file of the project `unit-fresh` load the project's modules again, so that the modules that a file
 * replaces are replaced only for this file. The libraries stay loaded: loading React and Fluent takes longer than most
 * of these tests. This is what vitest does before each file if a worker is `isolated`, but it then also starts a process
 * for each file, which loads the libraries again.
 */

export interface EvaluatedModule {
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
  importers: Set<string>;
}

/** The state of vitest's worker, which vitest keeps under this name. */
const vitestWorker = Reflect.get(globalThis, '__vitest_worker__') as {
  evaluatedModules: { idToModuleMap: Map<string, EvaluatedModule> };
};

/** Vitest's own modules, and this one: vitest runs it before each file. */
const KEPT = /\/vitest\/dist\/|vitest-virtual-\w+\/dist|@vitest\/dist|\/support\/freshModules\.ts/;

for (const [id, module] of vitestWorker.evaluatedModules.idToModuleMap) {
  if (KEPT.test(id)) continue;
  delete module.promise;
  delete module.exports;
  module.evaluated = false;
  module.importers.clear();
}
