/** What moved, and what was known before. Types only. */
import type { RefReader } from '../../git/refs.ts';
import type { EnabledDefinitions } from '../../store/definition-ports.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { ActiveState, RefTip } from './active-state.ts';
import type { Surroundings } from './surroundings.ts';

export interface CompileRequest {
  readonly workspace: Workspace;
  readonly surroundings: Surroundings;
  readonly refs: RefReader;
  readonly home: RefTip | null;
  readonly enabled: EnabledDefinitions;
  /** What was active last; `null` before the first look. */
  readonly before: ActiveState | null;
}
