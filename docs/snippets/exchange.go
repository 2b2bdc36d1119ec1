package keystead

import "net/url"

type Principal struct {
	Sub             string `json:"sub"`
	UserID          string `json:"userId"`
	AuthenticatorID string `json:"authenticatorId"`
	Operation       string `json:"operation"`
	Purpose         string `json:"purpose"`
	Passkey         struct {
		UserVerified bool  `json:"userVerified"`
		AvailableAt  int64 `json:"availableAt"`
	} `json:"passkey"`
	User struct {
		Email         string `json:"email"`
		EmailVerified bool   `json:"emailVerified"`
	} `json:"user"`
}

// ExchangeCode exchanges a code for the signed-in user.
func ExchangeCode(code string) (*Principal, error) {
	principal := &Principal{}
	err := Call("POST", "principal/"+url.PathEscape(code), struct{}{}, principal)
	return principal, err
}

// OpensSession says whether to open a session. A passkey in quarantine can be added, but it can't
// sign in yet.
func (principal *Principal) OpensSession() bool {
	return principal.Passkey.AvailableAt == 0
}
