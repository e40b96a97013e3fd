/** Views and actions, but for those of review. A view is loaded with the others, and they with the first request. */
import type { PageAction, PageView } from './contract.ts';
import { showInbox } from './views/inbox.ts';

export const coreViews: readonly PageView[] = [{ path: '/', show: showInbox }];

export const coreActions: readonly PageAction[] = [];
