interface AccountPageNeeds {
  isHosted: boolean;
  isOffered: boolean;
  /** Whether hosted pages work with the current settings. */
  isWorking: boolean;
}

/** Says why a tenancy has no account page, and what to do. */
export function missingAccountPage({ isHosted, isOffered, isWorking }: AccountPageNeeds): string {
  if (isHosted && isOffered && !isWorking)
    return "The account page doesn’t work, because the hosted pages don’t. See Hosted pages above.";
  if (isHosted && isWorking)
    return "This tenancy has no account page. Turn on “Offer the account page” above.";
  if (isOffered) return "This tenancy has no account page. Enable the hosted pages above.";
  return isHosted
    ? "This tenancy has no account page. Turn on “Offer the account page” above, and see Hosted pages for why they don’t work."
    : "This tenancy has no account page. Enable the hosted pages and the account page above.";
}
