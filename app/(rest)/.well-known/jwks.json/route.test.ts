import { provideService } from "@/testing/provide-service";
import { testKeySet } from "@/testing/test-key-set";

provideService();
testKeySet("/.well-known/jwks.json");
