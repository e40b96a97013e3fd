/** Views and actions of review and of the outbox. */
import type { PageAction, PageView } from '../contract.ts';

export const reviewViews: readonly PageView[] = [];

export const reviewActions: readonly PageAction[] = [];
