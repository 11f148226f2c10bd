import { SearchRegular } from '@fluentui/react-icons';
import type { IdScope } from '../../contract/owner.ts';
import type { RowLead } from '../resource/screen.tsx';
import { checkHref } from './checkHref.ts';

/** Links a row of a serviceable list to the check of that row's address. */
export const checkLead = (scope: IdScope): RowLead => ({
  id: 'check',
  label: 'Check this address',
  icon: <SearchRegular />,
  href: row => checkHref(scope, row),
});
