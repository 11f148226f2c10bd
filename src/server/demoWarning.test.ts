import { describe, expect, it } from 'vitest';
import { demoWarning } from './demoWarning.ts';

describe('warning about a demo that other machines can reach', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', 'ops.example.com', '10.127.0.0'])(
    'a warning is printed for a demo that listens on %s',
    host => {
      expect(demoWarning(host, true)).toContain(`it listens on ${host}`);
      expect(demoWarning(host, false)).toBeNull();
    },
  );

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])(
    'no warning is printed for a demo that listens on %s',
    host => {
      expect(demoWarning(host, true)).toBeNull();
    },
  );
});
