import type { Finding } from '../words/finding.ts';
import type { Item } from '../words/item.ts';
import { fingerprintsOf } from './finding-history.ts';

/** Whether an item is for a finding: by the key that the finding names, or by any fingerprint that it ever had. Pure. */
export function carries(item: Item, finding: Finding): boolean {
  if (finding.item === item.key) return true;
  if (item.routine !== null && item.routine !== finding.routine) return false;
  return fingerprintsOf(finding).some((one) => item.findings.includes(one));
}
