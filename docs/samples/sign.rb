# frozen_string_literal: true

# Signs requests to Sluice and verifies its webhooks. Ruby 3.0 or newer, the standard library alone.
#
#     set -a; . data/demo.env; set +a
#     ruby sign.rb call GET /v1/balance
#     ruby sign.rb call POST /v2/disbursement/fiat '{"currency": ...}' [IDEMPOTENCY_KEY]
#     ruby sign.rb vectors ../../api/signing-vectors.json
#     ruby sign.rb verify ../../api/webhook-vectors.json

require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'time'

TOLERANCE_SECONDS = 300

# The value of X-Signature; path and query as they are sent, the body as its bytes.
def sign(secret, client_id, timestamp, method, path, query, body)
  text = ['v1', client_id, timestamp, method, path, query, OpenSSL::Digest::SHA256.hexdigest(body)].join("\n")
  "v1=#{OpenSSL::HMAC.hexdigest('SHA256', secret, text)}"
end

# Sends a signed request to a path with its query, and returns the status and the answer's text.
# Choose the idempotency key yourself and keep it where a payout may have to be asked for again.
def call(method, target, body = '', idempotency_key = SecureRandom.uuid)
  client_id = ENV.fetch('SLUICE_CLIENT_ID')
  path, _, query = target.partition('?')
  timestamp = Time.now.utc.iso8601(6)
  headers = {
    'X-Client-ID' => client_id,
    'X-Timestamp' => timestamp,
    'X-Signature' => sign(ENV.fetch('SLUICE_CLIENT_SECRET'), client_id, timestamp, method, path, query, body)
  }
  headers['Idempotency-Key'] = idempotency_key if %w[POST PATCH].include?(method)
  headers['Content-Type'] = 'application/json' unless body.empty?
  base = URI(ENV.fetch('SLUICE_BASE_URL'))
  options = { use_ssl: base.scheme == 'https', open_timeout: 30, read_timeout: 30 }
  answer = Net::HTTP.start(base.host, base.port, **options) do |http|
    http.send_request(method, target, body.empty? ? nil : body, headers)
  end
  [answer.code.to_i, answer.body]
end

# The key that a secret is the text of; nil where it is none, as an unset variable: anybody can sign with that.
def webhook_key(secret)
  return unless secret.start_with?('whsec_')

  key = secret.delete_prefix('whsec_').unpack1('m0')
  key if key.bytesize.between?(24, 64)
rescue ArgumentError
  nil
end

# Whether a webhook is Sluice's own and recent: its three headers, and its body as the bytes that came.
def verify(secret, id, timestamp, signatures, body, now = Time.now.to_i)
  return false unless timestamp.match?(/\A[0-9]+\z/) && (now - timestamp.to_i).abs <= TOLERANCE_SECONDS

  key = webhook_key(secret)
  return false unless key

  expected = "v1,#{[OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.#{body}")].pack('m0')}"
  signatures.split(' ').any? { |each| OpenSSL.secure_compare(expected, each) }
end

def signs_like?(vector)
  sign(*vector.values_at(*%w[secret clientId timestamp method path query body])) == vector['signature']
end

def verifies_like?(vector)
  verify(*vector.values_at(*%w[secret id timestamp signature body now])) == vector['valid']
end

# Checks each of the published vectors, names those that are wrong, and tells the exit code.
def check(file)
  vectors = JSON.parse(File.read(file, encoding: 'UTF-8'))
  wrong = vectors.reject { |vector| yield vector }
  wrong.each { |vector| warn "wrong: #{vector['name']}" }
  puts "#{vectors.size - wrong.size} of #{vectors.size} vectors are right"
  wrong.empty? && vectors.any? ? 0 : 1
end

def main(words)
  case words
  in ['vectors', file] then check(file) { |vector| signs_like?(vector) }
  in ['verify', file] then check(file) { |vector| verifies_like?(vector) }
  in ['call', _, _] | ['call', _, _, _] | ['call', _, _, _, _]
    status, text = call(*words.drop(1))
    puts text
    status < 300 ? 0 : 1
  else
    warn 'usage: ruby sign.rb call METHOD PATH [BODY [IDEMPOTENCY_KEY]] | vectors FILE | verify FILE'
    2
  end
end

exit main(ARGV) if __FILE__ == $PROGRAM_NAME
