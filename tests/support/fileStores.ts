import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { FileStore } from '../../src/server/files/fileStore.ts';
import { folderStore } from '../../src/server/files/folderStore.ts';
import { s3Store } from '../../src/server/files/s3Store.ts';

/**
 * Adds the parts of the protocol that the test's store does not implement: listing an unfinished upload's parts, and
 * aborting the upload.
 */
function answerParts(server: S3rver, folder: string): void {
  server.middleware.unshift(async (request, next) => {
    const { uploadId } = request.query;
    const [, bucket = '', key = ''] = request.path.split('/');
    if ((request.method !== 'GET' && request.method !== 'DELETE') || uploadId === undefined) return next();
    const parts = join(folder, bucket, '._S3rver_uploads', uploadId);
    if (request.method === 'DELETE') {
      rmSync(parts, { recursive: true, force: true });
      request.status = 204;
      return;
    }
    request.type = 'application/xml';
    if (!existsSync(parts)) {
      request.status = 404;
      request.body = '<Error><Code>NoSuchUpload</Code><Message>There is no such upload</Message></Error>';
      return;
    }
    const numbers = readdirSync(parts)
      .map(Number)
      .filter(Number.isInteger)
      .sort((a, b) => a - b);
    const list = numbers.map(number => {
      const bytes = readFileSync(join(parts, String(number)));
      const tag = createHash('md5').update(bytes).digest('hex');
      return `<Part><PartNumber>${number}</PartNumber><ETag>"${tag}"</ETag><Size>${bytes.length}</Size></Part>`;
    });
    request.status = 200;
    request.body = `<?xml version="1.0" encoding="UTF-8"?><ListPartsResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${uploadId}</UploadId><IsTruncated>false</IsTruncated>${list.join('')}</ListPartsResult>`;
  });
}

export interface TestFiles {
  store: FileStore;
  folder: string;
  close: () => Promise<void>;
}

/** A separate file store: either a folder, or a bucket on an S3-compatible server. */
export async function openTestFiles(kind: 'folder' | 's3'): Promise<TestFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'ops-test-files-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (kind === 'folder') return { store: await folderStore(folder), folder, close: async () => remove() };
  const configureBuckets = [{ name: 'ops', configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets });
  answerParts(server, folder);
  const { port } = await server.run();
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const store = await s3Store({ bucket: 'ops', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' });
  return {
    store,
    folder,
    close: async () => {
      await store.close();
      await server.close();
      remove();
    },
  };
}
