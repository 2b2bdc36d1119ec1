import { bentVectorCases } from "./bent-vector-cases";
import { certifiedCases } from "./certified-cases";
import type { ConformanceCase } from "./conformance-case";
import { deviceCases } from "./device-cases";
import { registrationCases } from "./registration-cases";
import { signInCases } from "./sign-in-cases";
import { vectorCases } from "./vector-cases";

/** Every case of `npm run conformance`. */
export const allCases = (): ConformanceCase[] => [
  ...vectorCases,
  ...registrationCases(),
  ...signInCases(),
  ...certifiedCases(),
  ...bentVectorCases,
  ...deviceCases,
];
