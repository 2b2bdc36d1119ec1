<?php

class KeysteadError extends Exception
{
    public function __construct(public readonly string $tag, public readonly array $details)
    {
        parent::__construct($details['message']);
    }
}

/** Calls the API as your backend. Throws a KeysteadError with the tag and its fields. */
function keystead(string $method, string $path, array $body = []): array
{
    $curl = curl_init(getenv('KEYSTEAD_URL') . '/v2/' . getenv('KEYSTEAD_TENANCY_ID') . "/$path");
    curl_setopt_array($curl, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => [
            'Authorization: Bearer ' . getenv('KEYSTEAD_API_KEY'),
            'Content-Type: application/json',
        ],
        CURLOPT_POSTFIELDS => json_encode((object) $body),
    ]);
    $text = curl_exec($curl);
    if ($text === false) {
        throw new RuntimeException(curl_error($curl));
    }
    $reply = json_decode($text, true);
    if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) >= 400) {
        throw new KeysteadError($reply['_tag'], $reply);
    }
    return $reply;
}
