/** The secrets of a hook, by the name of the variable that holds them. What they are is never told to anybody. */
import type { Environment } from '../../platform/environment.ts';
import { fromBase64 } from '../../platform/signature.ts';
import type { WebhookTrigger } from '../../words/trigger.ts';

export type HookSecrets =
  /** Several while a secret is changed; any of them will do. */
  | { readonly kind: 'keys'; readonly keys: readonly Uint8Array[] }
  | { readonly kind: 'missing'; readonly problem: string };

const STANDARD_PREFIX = 'whsec_';

/** Separated by commas or blanks. Of Standard Webhooks `whsec_…` is base64; everything else counts as it stands. */
export function hookSecrets({ scheme, secret }: WebhookTrigger, env: Environment): HookSecrets {
  const words = (env[secret] ?? '').split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) return { kind: 'missing', problem: `the variable ${secret} is not set` };
  const keys: Uint8Array[] = [];
  for (const word of words) {
    const key =
      scheme === 'standard' && word.startsWith(STANDARD_PREFIX)
        ? fromBase64(word.slice(STANDARD_PREFIX.length))
        : new TextEncoder().encode(word);
    if (key === null) {
      const problem = `a secret in the variable ${secret} begins with ${STANDARD_PREFIX} and is not base64 after it`;
      return { kind: 'missing', problem };
    }
    keys.push(key);
  }
  return { kind: 'keys', keys };
}
