// Signs requests to Sluice and verifies its webhooks. Go 1.19 or newer, the standard library alone.
//
//	set -a; . data/demo.env; set +a
//	go run sign.go call GET /v1/balance
//	go run sign.go call POST /v2/disbursement/fiat '{"currency": ...}' [IDEMPOTENCY_KEY]
//	go run sign.go vectors ../../api/signing-vectors.json
//	go run sign.go verify ../../api/webhook-vectors.json
package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// Sign returns the value of X-Signature; path and query as they are sent.
func Sign(secret, clientID, timestamp, method, path, query string, body []byte) string {
	hash := sha256.Sum256(body)
	lines := []string{"v1", clientID, timestamp, method, path, query, hex.EncodeToString(hash[:])}
	return "v1=" + hex.EncodeToString(hmacSHA256([]byte(secret), strings.Join(lines, "\n")))
}

// Call sends a signed request to a path with its query, and returns the status and the answer's text. Choose the
// idempotency key yourself and keep it where a payout may have to be asked for again; an empty one becomes random.
func Call(method, target, body, idempotencyKey string) (int, string, error) {
	request, err := http.NewRequest(method, os.Getenv("SLUICE_BASE_URL")+target, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	clientID, secret := os.Getenv("SLUICE_CLIENT_ID"), os.Getenv("SLUICE_CLIENT_SECRET")
	timestamp := time.Now().UTC().Format("2006-01-02T15:04:05.000000Z")
	// What net/http sends, which may differ from target in its encoding.
	path, query := request.URL.EscapedPath(), request.URL.RawQuery
	request.Header.Set("X-Client-ID", clientID)
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Signature", Sign(secret, clientID, timestamp, method, path, query, []byte(body)))
	if method == http.MethodPost || method == http.MethodPatch {
		if idempotencyKey == "" {
			random := make([]byte, 16)
			if _, err := rand.Read(random); err != nil {
				return 0, "", err
			}
			idempotencyKey = hex.EncodeToString(random)
		}
		request.Header.Set("Idempotency-Key", idempotencyKey)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	client := http.Client{Timeout: 30 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), err
}

// Verify tells whether a webhook is Sluice's own and recent: its three headers, and its body as the bytes that came.
func Verify(secret, id, timestamp, signatures string, body []byte, now time.Time) bool {
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Unix()-sent > toleranceSeconds || sent-now.Unix() > toleranceSeconds {
		return false
	}
	// Of 24 to 64 bytes, or it is none, as an unset variable: anybody can sign with that.
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || !strings.HasPrefix(secret, "whsec_") || len(key) < 24 || len(key) > 64 {
		return false
	}
	signed := id + "." + timestamp + "." + string(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(hmacSHA256(key, signed))
	for _, each := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(expected), []byte(each)) {
			return true
		}
	}
	return false
}

func hmacSHA256(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

type vector struct {
	Name, ClientID, Secret, Timestamp, Method, Path, Query, Body, Signature, ID string

	Now   int64
	Valid bool
}

func signsLike(v vector) bool {
	return Sign(v.Secret, v.ClientID, v.Timestamp, v.Method, v.Path, v.Query, []byte(v.Body)) == v.Signature
}

func verifiesLike(v vector) bool {
	return Verify(v.Secret, v.ID, v.Timestamp, v.Signature, []byte(v.Body), time.Unix(v.Now, 0)) == v.Valid
}

// check tries each of the published vectors and names those that are wrong.
func check(file string, right func(vector) bool) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		return err
	}
	wrong := 0
	for _, each := range vectors {
		if !right(each) {
			wrong++
			fmt.Fprintln(os.Stderr, "wrong:", each.Name)
		}
	}
	fmt.Println(len(vectors)-wrong, "of", len(vectors), "vectors are right")
	if wrong > 0 || len(vectors) == 0 {
		return errors.New("not all vectors are right")
	}
	return nil
}

func run(words []string) error {
	switch {
	case len(words) == 2 && words[0] == "vectors":
		return check(words[1], signsLike)
	case len(words) == 2 && words[0] == "verify":
		return check(words[1], verifiesLike)
	case len(words) >= 3 && len(words) <= 5 && words[0] == "call":
		words = append(words, "", "")
		status, text, err := Call(words[1], words[2], words[3], words[4])
		if err != nil {
			return err
		}
		fmt.Println(text)
		if status >= 300 {
			return fmt.Errorf("refused with status %d", status)
		}
		return nil
	}
	return errors.New("usage: go run sign.go call METHOD PATH [BODY [IDEMPOTENCY_KEY]] | vectors FILE | verify FILE")
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
