import { testKeySet } from "@/tests/support/key-set-rules";
import { provideService } from "@/tests/support/provide-service";

provideService();
testKeySet("/.well-known/jwks.json");
