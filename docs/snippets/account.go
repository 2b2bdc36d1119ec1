package keystead

import (
	"errors"
	"net/url"
)

// ErrDisabled says that an operator has disabled the user. "No account" could make you create a
// second one.
var ErrDisabled = errors.New("this account is disabled")

// Account is a row of your users table. Sub is Keystead's id of the user.
type Account struct {
	Sub           string `json:"sub"`
	Email         string `json:"email"`
	EmailVerified bool   `json:"emailVerified"`
}

type userReply struct {
	User struct {
		Email   string `json:"email"`
		Enabled bool   `json:"enabled"`
	} `json:"user"`
}

// FindAccount returns the account that a code for this email signs in to, or nil. Call CheckCode
// first. It returns ErrDisabled for a disabled user.
func FindAccount(accounts []Account, email string) (*Account, error) {
	for _, account := range accounts {
		// Anyone can claim an email. Only the account that has verified it belongs to its owner.
		if !account.EmailVerified || account.Email != email {
			continue
		}
		if account.Sub == "" {
			return &account, nil
		}
		var reply userReply
		if err := Call("GET", "user/"+url.PathEscape(account.Sub), nil, &reply); err != nil {
			return nil, err
		}
		if !reply.User.Enabled {
			return nil, ErrDisabled
		}
		return &account, nil
	}
	return nil, nil
}

// ConfirmEmail marks a signed-in user's email as verified. Pass the email that CheckCode returned.
func ConfirmEmail(sub, email string) error {
	var reply userReply
	if err := Call("GET", "user/"+url.PathEscape(sub), nil, &reply); err != nil {
		return err
	}
	// The code proves this email only. Keystead may have another one for this user.
	if reply.User.Email != email {
		return nil
	}
	return Call("PATCH", "user/"+url.PathEscape(sub), map[string]any{"emailVerified": true}, &reply)
}
