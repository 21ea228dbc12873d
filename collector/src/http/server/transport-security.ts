/** Time in which an agent resumes its session of the hour before, without certificates. */
const sessionSeconds = 24 * 3_600

/** TLS options of the collector: for TLS 1.2 only suites with forward secrecy and authenticated encryption. */
export const tlsOptions = {
  sessionTimeout: sessionSeconds,
  minVersion: 'TLSv1.2' as const,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
}

/**
 * Header of every response. Browsers accept it only for a trusted certificate, and never for a bare address. It holds
 * for 180 days, and not for subdomains, which may belong to others.
 */
export const strictTransportSecurity = { 'Strict-Transport-Security': 'max-age=15552000' }
