package keystead

import "errors"

// PendingProof belongs into the user's session. The secret must not reach the page.
type PendingProof struct {
	ProofToken  string `json:"proofToken"`
	ChallengeID string `json:"challengeId"`
	Secret      string `json:"secret"`
}

func authorizePasskey(userID, email string, proof *PendingProof) (string, error) {
	body := map[string]any{"userId": userID, "username": email}
	if proof != nil {
		body["proof"] = proof
	}
	var reply struct {
		RegistrationToken string `json:"registrationToken"`
	}
	err := Call("POST", "passkey/registration/authorize", body, &reply)
	return reply.RegistrationToken, err
}

// BeginAddPasskey returns a token for the page. If the user has a passkey, it emails a code instead
// and returns what FinishAddPasskey needs.
func BeginAddPasskey(userID, email string) (token string, pending *PendingProof, err error) {
	token, err = authorizePasskey(userID, email, nil)
	var refusal *Error
	if !errors.As(err, &refusal) || refusal.Tag != "@error/ProofRequired" {
		return token, nil, err
	}
	body := map[string]any{
		"purpose": "add-passkey", "email": email, "userId": userID, "invalidateOthers": true,
	}
	var reply struct {
		Challenge PendingCode `json:"challenge"`
	}
	if err := Call("POST", "challenges", body, &reply); err != nil {
		return "", nil, err
	}
	challenge := reply.Challenge
	return "", &PendingProof{refusal.ProofToken, challenge.ChallengeID, challenge.Secret}, nil
}

// FinishAddPasskey checks the code. It returns a token with which the page registers the passkey.
func FinishAddPasskey(userID, email string, pending PendingProof, code string) (string, error) {
	body := map[string]string{
		"challengeId": pending.ChallengeID, "secret": pending.Secret, "code": code,
	}
	var reply struct{}
	if err := Call("POST", "challenges/verify", body, &reply); err != nil {
		return "", err
	}
	return authorizePasskey(userID, email, &pending)
}
