import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { S3, S3ServiceException } from '@aws-sdk/client-s3';
import { S3Store as TusBucket } from '@tus/s3-store';
import { UPLOAD_SECONDS, type FileStore } from './fileStore.ts';

export interface S3Place {
  bucket: string;
  /** Endpoint of a store other than AWS's own, whose buckets are addressed by path. */
  endpoint: string | undefined;
  region: string;
}

const isGone = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey');

/**
 * Maximum number of attempts to store a file. It is retried if the connection is lost, such as an idle connection that
 * the bucket has closed.
 */
const TRIES = 3;

/** Whether the bucket itself refused the request. */
const isRefused = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500;

/**
 * Resumable uploads in the bucket. The package reports any error while it reads an upload's state as a missing upload,
 * for which a client gives up the upload and all bytes that it has sent.
 */
class Uploads extends TusBucket {
  override async getUpload(id: string): ReturnType<TusBucket['getUpload']> {
    for (let left = TRIES - 1; ; left--) {
      try {
        return await super.getUpload(id);
      } catch (error) {
        const state = { Bucket: this.bucket, Key: `${id}.info` };
        const isMissing = await this.client.headObject(state).then(
          () => false,
          (problem: unknown) => {
            if (isGone(problem)) return true;
            throw problem;
          },
        );
        if (isMissing) throw error;
        if (left === 0) throw new Error(`the state of the upload ${id} cannot be read`, { cause: error });
      }
    }
  }
}

/** Stores files in a bucket of any S3-compatible store. The AWS client finds the credentials in its usual sources. */
export async function s3Store({ bucket, endpoint, region }: S3Place): Promise<FileStore> {
  const config = {
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Not all third-party stores support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const client = new S3(config);
  const uploads = new Uploads({
    s3ClientConfig: { ...config, bucket },
    expirationPeriodInMilliseconds: UPLOAD_SECONDS * 1000,
    useTags: false,
  });
  const bodyOf = async (id: string) => {
    const { Body } = await client.getObject({ Bucket: bucket, Key: id });
    if (!Body) throw new Error(`the file ${id} has no bytes`);
    return Body;
  };
  // Problems with the bucket are reported at startup rather than at the first upload.
  await client.headBucket({ Bucket: bucket });
  return {
    uploads,
    read: async id => Buffer.from(await (await bodyOf(id)).transformToByteArray()),
    stream: async id => (await bodyOf(id)) as Readable,
    put: async (id, bytes) => {
      if (Buffer.isBuffer(bytes)) {
        await client.putObject({ Bucket: bucket, Key: id, Body: bytes, ContentLength: bytes.length });
        return;
      }
      // A bucket must know the length in advance, so the file is first written to disk rather than held in memory.
      const folder = await mkdtemp(join(tmpdir(), 'ops-file-'));
      try {
        const path = join(folder, id);
        await writeFile(path, bytes);
        const { size } = await stat(path);
        const putOnce = () =>
          client.putObject({ Bucket: bucket, Key: id, Body: createReadStream(path), ContentLength: size });
        // The client itself retries only in-memory bodies, because a stream can be read only once.
        for (let left = TRIES - 1; ; left--) {
          try {
            await putOnce();
            return;
          } catch (error) {
            if (left === 0 || isRefused(error)) throw error;
          }
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    remove: async id => {
      // This also aborts an unfinished multipart upload.
      await uploads.remove(id).catch(() => undefined);
      for (const Key of [id, `${id}.info`, `${id}.part`]) {
        await client.deleteObject({ Bucket: bucket, Key }).catch((error: unknown) => {
          if (!isGone(error)) throw error;
        });
      }
    },
    isFull: () => Promise.resolve(false),
    close: async () => client.destroy(),
  };
}
