<?php

require_once __DIR__ . '/keystead.php';

/**
 * Returns the account that a code for this email signs in to. Call checkCode first. An account is a
 * row of your users table. Its sub is Keystead's id of the user. Throws for a disabled user, because
 * "no account" could make you create a second one.
 */
function findAccount(array $accounts, string $email): ?array
{
    foreach ($accounts as $account) {
        // Anyone can claim an email. Only the account that has verified it belongs to its owner.
        if (!$account['emailVerified'] || $account['email'] !== $email) {
            continue;
        }
        if (!isset($account['sub'])) {
            return $account;
        }
        ['user' => $user] = keystead('GET', 'user/' . rawurlencode($account['sub']));
        if (!$user['enabled']) {
            throw new RuntimeException('This account is disabled.');
        }
        return $account;
    }
    return null;
}

/** Marks a signed-in user's email as verified. Pass the email that checkCode returned. */
function confirmEmail(string $sub, string $email): void
{
    ['user' => $user] = keystead('GET', 'user/' . rawurlencode($sub));
    // The code proves this email only. Keystead may have another one for this user.
    if ($user['email'] === $email) {
        keystead('PATCH', 'user/' . rawurlencode($sub), ['emailVerified' => true]);
    }
}
