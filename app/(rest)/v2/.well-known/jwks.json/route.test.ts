import { provideService } from "@/testing/provide-service";
import { testKeySet } from "@/testing/test-key-set";

provideService();
testKeySet("/v2/.well-known/jwks.json");
