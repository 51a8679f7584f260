/** What the relation net says of a photo's tiles: kept with them until something else is asked of it. */

import { relationModel } from "virtual:assets";
import type { Draft } from "./draft";
import { findRelations } from "./engines";
import type { KeptRelations } from "./relation_net";
import { parseRules } from "./rules";

/** Return what the net says of the tiles in a request that scores a photo's hand: what is kept, or
 * what it says now; null where the server answers, which has the net, too.
 *
 * @throws NoScoring where neither can be had. */
export async function relationsOf(
  { recognition, rules, marked }: Draft,
  request: object,
): Promise<KeptRelations | null> {
  const only = marked?.only ?? null;
  const asked = JSON.stringify([relationModel, parseRules(rules).id, only]);
  const kept = recognition?.relations;
  if (kept?.asked === asked) return kept;
  const found = await findRelations(request);
  return found && { ...found, asked };
}
