/** The browser's report on this site's storage, in bytes. */
export interface StorageRoom {
  usage: number;
  quota: number;
  /** Whether the browser keeps the data until the person removes it. */
  persistent: boolean;
}

/** This site's storage in the browser; null if unknown. */
export async function storageRoom(): Promise<StorageRoom | null> {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return { usage, quota, persistent: await navigator.storage.persisted() };
  } catch {
    return null;
  }
}

/** Remaining bytes; null if unknown. */
export async function roomLeft(): Promise<number | null> {
  const room = await storageRoom();
  return room && room.quota > 0 ? room.quota - room.usage : null;
}

/** Used fraction of the storage, 0 to 1; null if unknown. */
export async function usedShare(): Promise<number | null> {
  const room = await storageRoom();
  return room && room.quota > 0 ? room.usage / room.quota : null;
}
