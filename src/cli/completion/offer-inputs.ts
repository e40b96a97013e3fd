/** `--input`: names of what the routine asks for, then what each takes. Quick while no definition changed. */
import { knownInputs } from '../../ledger/known-names.ts';
import type { OpenRequest } from '../../workspace/open-workspace.ts';
import type { Offer } from './offer.ts';

export async function offerInputs(
  typed: string,
  here: OpenRequest & { readonly words: readonly string[] },
): Promise<Offer> {
  const inputs = await knownInputs(here, here.words[0] ?? '');
  const equals = typed.indexOf('=');
  if (equals < 0) {
    const candidates = inputs.map(({ name, text }) => ({ value: `${name}=`, text }));
    return { candidates, directive: 'nospace' };
  }
  const name = typed.slice(0, equals);
  const choices = inputs.find((input) => input.name === name)?.choices ?? [];
  return {
    candidates: choices.map((choice) => ({ value: `${name}=${choice}`, text: '' })),
    directive: 'words',
  };
}
