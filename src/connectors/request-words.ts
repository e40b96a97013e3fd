import type { ForgePlace } from '../words/pull-request.ts';
import { forgeOf } from './registry.ts';

/** What its forge calls a pull request. */
export function requestWord(forge: Pick<ForgePlace, 'kind'>): string {
  return forgeOf(forge)?.request ?? 'pull request';
}

/** `acme/billing#7`, with the sign of its forge. */
export function requestName(
  forge: Pick<ForgePlace, 'kind' | 'repository'>,
  number: number,
): string {
  return `${forge.repository}${requestNumber(forge, number)}`;
}

/** `#7`. */
export function requestNumber(forge: Pick<ForgePlace, 'kind'>, number: number): string {
  return `${forgeOf(forge)?.sign ?? '#'}${number}`;
}
