import type { Country } from '../../domain/country.ts';
import { reportError } from '../monitoring.ts';
import { notify } from '../notices/notify.ts';
import { changeEntity } from './sessionStore.ts';

/** Switches to a country, and tells the person if the device cannot store the choice. Never throws. */
export async function switchCountry(country: Country): Promise<void> {
  try {
    await changeEntity(country);
  } catch (error) {
    reportError('country', error);
    notify.error(
      'The country could not be switched because this device could not save it. Reload the page and try again.',
    );
  }
}
