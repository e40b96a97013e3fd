/** Runs attacks one after the other and says what became of each. */
import { readFileSync } from 'node:fs';

import {
  attackedPerson,
  type AttackedPerson,
  type AttackOptions,
  type Belongings,
} from './attacked-person.ts';

/** `harmed`: something changed, and no report says so; `started`: a program of the attack's ran. */
export type Found = 'prevented' | 'named' | 'harmed' | 'started';

/** By number; each attack on a person who has everything still, who is another one once something was lost. */
export function outcomesOf(
  numbers: readonly number[],
  options: AttackOptions,
  atTheEnd: (person: AttackedPerson) => void = () => undefined,
): Readonly<Record<number, Found>> {
  let person = attackedPerson();
  let before = person.look();
  const found: Record<number, Found> = {};
  for (const number of numbers) {
    const outcome = outcomeOf(person, before, { ...options, number });
    found[number] = outcome;
    if (outcome === 'prevented') continue;
    person = attackedPerson();
    before = person.look();
  }
  atTheEnd(person);
  return found;
}

function outcomeOf(
  person: AttackedPerson,
  before: Belongings,
  { number, ...options }: AttackOptions & { readonly number: number },
): Found {
  const { view, log } = person.attack(String(number), options);
  if (view.state !== 'ended' || view.isolation !== options.isolation)
    throw new Error(`attack ${number}: ${JSON.stringify([view.state, view.isolation])}`);
  if (!log.includes(`attack ${number}.0 on `) && !log.includes('not found'))
    throw new Error(`attack ${number} was not tried:\n${log}`);
  // Before anybody looks: looking starts what was left in the settings.
  if (person.started().length > 0) return 'started';
  if (JSON.stringify(lookAt(person)) === JSON.stringify(before)) return 'prevented';
  const report = view.reportPath === null ? '' : readFileSync(view.reportPath, 'utf8');
  const names = view.notices.some(
    (notice) => /^look (?:at|before)/.test(notice) && report.includes(notice.slice(0, 30)),
  );
  return names ? 'named' : 'harmed';
}

/** `null` where git cannot even look any more. */
function lookAt(person: AttackedPerson): Belongings | null {
  try {
    return person.look();
  } catch {
    return null;
  }
}
