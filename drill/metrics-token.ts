/** The token for /metrics of the drill's servers. */
export const metricsToken = "a-token-of-the-drill";
