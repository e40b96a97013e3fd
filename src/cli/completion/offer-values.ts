/** What a value could be here and now. Quick: no yaml, no zod, no git. */
import { knownSessions } from '../../context/sessions/known-sessions.ts';
import { SEARCH_KINDS } from '../../daemon/search.ts';
import { engineIds, sessionEngines } from '../../engines/registry.ts';
import {
  knownConnectionNames,
  knownFindings,
  knownInputs,
  knownItems,
  knownNotes,
  knownProposals,
  knownRoutines,
  knownRuns,
} from '../../ledger/known-names.ts';
import {
  knownComments,
  knownDiscarded,
  knownLandings,
  knownBranches,
  knownSets,
} from '../../review/known-sets.ts';
import { RECIPES, TEMPLATES } from '../../runtime/setup/new-routine/templates.ts';
import type { OpenRequest } from '../../workspace/open-workspace.ts';
import type { ValueSource } from '../command.ts';
import { SCHEMA_NAMES, SHELLS } from '../declare/value-names.ts';
import type { Offer, Candidate } from './plan-completion.ts';
import { SETTINGS, WORKSPACE_SETTINGS } from './settings.ts';

// Keys and words for `--set key=value`. Pure.

/** Before the `=` keys are offered, behind it the words that the key allows. */
function offerSettings(settings: string, typed: string): Offer {
  const lines = settings
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const equals = typed.indexOf('=');
  if (equals < 0) {
    const candidates = lines.map(([key = '', ...choices]) => ({
      value: `${key}=`,
      text: choices.join(', '),
    }));
    return { candidates, directive: 'nospace' };
  }
  const key = typed.slice(0, equals);
  const choices = lines.find(([name]) => name === key)?.slice(1) ?? [];
  return {
    candidates: choices.map((value) => ({ value: `${key}=${value}`, text: '' })),
    directive: 'words',
  };
}

// `--input`: names of what the routine asks for, then what each takes. Quick while no definition changed.

async function offerInputs(
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

export type OfferRequest = OpenRequest & {
  /** The words of the command that stand before the cursor. */
  readonly words: readonly string[];
};

/** @param typed what stands there already */
export async function offerValues(
  source: ValueSource,
  typed: string,
  here: OfferRequest,
): Promise<Offer> {
  switch (source) {
    case 'routine':
      return words(await knownRoutines(here));
    case 'run':
      return words(await knownRuns(here, typed));
    case 'connection':
      return words(await knownConnectionNames(here));
    case 'finding':
      return words(await knownFindings(here));
    case 'proposal':
      return words(await knownProposals(here));
    case 'session':
      return words(await knownSessions(here, typed));
    case 'session-engine':
      return words(sessionEngines().map((value) => ({ value, text: '' })));
    case 'decision':
    case 'knowledge':
      return words(await knownNotes(here, source));
    case 'change-set':
      return words(await knownSets(here));
    case 'branch':
      return words(await knownBranches(here));
    case 'landing':
      return words(await knownLandings(here));
    case 'discarded-branch':
      return words(await knownDiscarded(here));
    case 'comment':
      return words(await knownComments(here));
    case 'item':
      return words(await knownItems(here));
    case 'search-kind':
      return words(SEARCH_KINDS.map((value) => ({ value, text: '' })));
    case 'schema':
      return words(SCHEMA_NAMES.map((value) => ({ value, text: '' })));
    case 'setting':
      return offerSettings(SETTINGS, typed);
    case 'any-setting':
      return offerSettings(here.words.length > 0 ? SETTINGS : WORKSPACE_SETTINGS, typed);
    case 'input':
      return offerInputs(typed, here);
    case 'template':
      return words(templates());
    case 'engine':
      return words(engineIds().map((value) => ({ value, text: '' })));
    case 'timezone':
      return words(timezones());
    case 'shell':
      return words(SHELLS.map((value) => ({ value, text: '' })));
    case 'file':
    case 'folder':
      return { candidates: [], directive: `${source}s` as const };
  }
}

function words(candidates: readonly Candidate[]): Offer {
  return { candidates, directive: 'words' };
}

function timezones(): readonly Candidate[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, text: '' }));
}

function templates(): readonly Candidate[] {
  return [...TEMPLATES, ...RECIPES].map(({ name, summary }) => ({ value: name, text: summary }));
}
