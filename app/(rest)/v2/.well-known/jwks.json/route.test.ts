import { testKeySet } from "@/tests/support/key-set-rules";
import { provideService } from "@/tests/support/provide-service";

provideService();
testKeySet("/v2/.well-known/jwks.json");
