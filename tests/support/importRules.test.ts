import { describe, expect, it } from 'vitest';
import { violations } from '../../scripts/import-rules.mjs';

describe('import rules (design section 2)', () => {
  it.each([
    ['src/domain/a.ts', `import { z } from 'zod';`],
    ['src/domain/a.ts', `export const now = () => Date.now();`],
    ['src/contract/a.ts', `import { openDb } from '../sync/db.ts';`],
    ['src/ui/Table.tsx', `import { useList } from '../sync/hooks/useList.ts';`],
    ['src/screens/a/A.tsx', `import { B } from '../b/B.tsx';`],
    ['src/screens/a/A.tsx', `import Dexie from 'dexie';`],
    ['src/screens/a/A.tsx', `import { transport } from '../../sync/network/transport.ts';`],
    ['src/workers/ops/host.ts', `import { x } from '../../ui/x.ts';`],
    ['src/server/app.ts', `import { x } from '../sync/types.ts';`],
    ['src/sync/a.ts', `import { main } from '../app/main.tsx';`],
    ['src/sync/mirror.ts', `const answer = await fetch('/api');`],
    ['src/screens/a/A.tsx', `const B = lazy(() => import('../b/B.tsx'));`],
    ['src/sync/mirror/a.ts', `import { B } from '../engine/b.ts';`],
    ['src/sync/activity/a.ts', `import { B } from '../session/b.ts';`],
    ['src/sync/other/a.ts', `import { B } from '../base/b.ts';`],
    ['src/ui/index.ts', `export { A } from './A.tsx';`],
    ['src/ui/Long.tsx', 'x\n'.repeat(602)],
    ['src/ui/a.tsx', `import { Button, ProgressBar } from '@fluentui/react-components';`],
    ['src/server/a.ts', 'for (;;) read();'],
    ['src/server/a.ts', 'for (let last = 0; ; last += 1) {'],
    ['src/server/a.ts', 'while (true) read();'],
    ['src/server/routes/a.ts', `import { RESOURCES } from '../../contract/resources/all.ts';`],
  ])('%s containing %j violates the import rules', (path, text) => {
    expect(violations(path, text)).not.toEqual([]);
  });

  it.each([
    ['src/contract/a.ts', `import { z } from 'zod';\nimport { fold } from '../domain/fold.ts';`],
    ['src/screens/a/A.tsx', `import { useList } from '../../sync/hooks/useList.ts';\nimport { B } from './B.tsx';`],
    ['src/sync/ops/opsClient.ts', `new SharedWorker(new URL('../../workers/ops/main.ts', import.meta.url));`],
    ['src/sync/engine/a.ts', `import { B } from '../mirror/b.ts';\nimport type { Row } from '../types.ts';`],
    ['src/sync/network/transport.ts', `const answer = await fetch('/api');`],
    [
      'src/ui/a.tsx',
      `import { ProgressBar } from './ProgressBar.tsx';\nimport { Link } from '@fluentui/react-components';`,
    ],
    ['src/server/a.ts', `for (let last = 0, round = rounds('Reading'); ; round()) {`],
    ['src/server/a.ts', 'for (let last = 0; last < 3; last += 1) {'],
    ['src/ui/Table.tsx', `// never call fetch() here\nimport { fold } from '../domain/fold.ts';`],
  ])('%s containing %j satisfies the import rules', (path, text) => {
    expect(violations(path, text)).toEqual([]);
  });
});
