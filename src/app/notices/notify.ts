import type { Notify } from '../../ui/UiContext.ts';
import { notices } from './noticeStore.ts';

/** The notices as shared components and screens see them. */
export const notify: Notify = {
  success: (text, offer) => void notices.add('success', text, offer && { ...offer, passing: true }),
  warning: text => void notices.add('warning', text),
  error: text => void notices.add('error', text),
};
