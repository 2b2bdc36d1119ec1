<?php

require_once __DIR__ . '/keystead.php';

function authorizePasskey(string $userId, string $email, ?array $proof = null): string
{
    $body = ['userId' => $userId, 'username' => $email];
    if ($proof !== null) {
        $body['proof'] = $proof;
    }
    return keystead('POST', 'passkey/registration/authorize', $body)['registrationToken'];
}

/**
 * Returns a token for the page. If the user has a passkey, emails a code instead and returns what
 * finishAddPasskey needs. Keep that in the user's session. The secret must not reach the page.
 */
function beginAddPasskey(string $userId, string $email): array
{
    try {
        return ['registrationToken' => authorizePasskey($userId, $email)];
    } catch (KeysteadError $error) {
        if ($error->tag !== '@error/ProofRequired') {
            throw $error;
        }
        $proofToken = $error->details['proofToken'];
    }
    ['challenge' => $challenge] = keystead('POST', 'challenges', [
        'purpose' => 'add-passkey',
        'email' => $email,
        'userId' => $userId,
        'invalidateOthers' => true,
    ]);
    return [
        'proofToken' => $proofToken,
        'challengeId' => $challenge['challengeId'],
        'secret' => $challenge['secret'],
    ];
}

/** Checks the code. Returns a token with which the page registers the passkey. */
function finishAddPasskey(string $userId, string $email, array $pending, string $code): string
{
    keystead('POST', 'challenges/verify', [
        'challengeId' => $pending['challengeId'],
        'secret' => $pending['secret'],
        'code' => $code,
    ]);
    return authorizePasskey($userId, $email, $pending);
}
