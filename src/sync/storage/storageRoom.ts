/** What the browser says of this site's storage, in bytes. */
export interface StorageRoom {
  usage: number;
  quota: number;
  /** The browser keeps the data until the person removes it. */
  persistent: boolean;
}

/** Null where the browser does not say. */
export async function storageRoom(): Promise<StorageRoom | null> {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return { usage, quota, persistent: await navigator.storage.persisted() };
  } catch {
    return null;
  }
}

/** Bytes that are left; null if the browser does not say. */
export async function roomLeft(): Promise<number | null> {
  const room = await storageRoom();
  return room && room.quota > 0 ? room.quota - room.usage : null;
}

/** Share that is used, 0 to 1. */
export async function usedShare(): Promise<number | null> {
  const room = await storageRoom();
  return room && room.quota > 0 ? room.usage / room.quota : null;
}
