import { useEffect, useState } from 'react';
import { getHolidayPage } from '../../contract/nonWorkingDays.ts';
import { useSync } from './useSync.ts';

/** Key of the last response; the URL pattern is the same for all people and countries of the installation. */
const KEPT = 'ops.holidayPage';

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(pattern: string): void {
  try {
    localStorage.setItem(KEPT, pattern);
  } catch {
    // Without storage, each window requests the pattern itself.
  }
}

/**
 * A country's external holiday page (NWD-2, G69): the configured pattern with the country's host suffix appended. If
 * the server is unreachable, the last pattern seen on this device is used.
 *
 * @returns null if no pattern is known yet
 */
export function useHolidayPage(suffix: string): string | null {
  const { client, entity } = useSync();
  const [pattern, setPattern] = useState(kept);
  useEffect(() => {
    let over = false;
    void client.transport
      .call(getHolidayPage, {}, { entity })
      .then(outcome => {
        if (outcome.kind !== 'ok') return;
        keep(outcome.data.pattern);
        if (!over) setPattern(outcome.data.pattern);
      })
      .catch(() => undefined);
    return () => {
      over = true;
    };
  }, [client, entity]);
  return pattern === null ? null : pattern.replace('{suffix}', suffix);
}
