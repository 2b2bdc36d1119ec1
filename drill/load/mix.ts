import { challenge } from "./challenge";
import type { Flow, Load } from "./load";
import { random } from "./random";
import { readVault } from "./read-vault";
import { register } from "./register";
import { signIn } from "./sign-in";

/** How often each kind of flow runs. */
const mix: { share: number; flow: Flow }[] = [
  { share: 0.4, flow: signIn },
  { share: 0.3, flow: challenge },
  { share: 0.2, flow: register },
  { share: 0.1, flow: readVault },
];

/** Runs a random flow of the mix. */
export async function runMixed(load: Load): Promise<void> {
  let left = random();
  for (const { share, flow } of mix) {
    left -= share;
    if (left < 0) return flow(load);
  }
}
