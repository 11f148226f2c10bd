import { createTransport } from 'nodemailer';
import { plainText } from './template.ts';

/** Sends e-mails by SMTP, if a server is configured. */
export interface Mailer {
  /** @throws Error with the mail server's message */
  send: (message: MailMessage) => Promise<void>;
  close: () => void;
}

export interface MailMessage {
  to: string;
  /** A key that is the same in every attempt. */
  key: string;
  /** The rendered content, which is already escaped. */
  subject: string;
  body: string;
}

const WAIT_MILLIS = 10_000;

/** @param from the sender address */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: WAIT_MILLIS,
    greetingTimeout: WAIT_MILLIS,
    socketTimeout: 2 * WAIT_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const [, host = 'ops-portal'] = from.replace(/>$/, '').split('@');
  return {
    send: async ({ to, key, subject, body }) => {
      await transport.sendMail({
        from,
        to,
        // A mailbox recognizes by this id that a message was resent.
        messageId: `<${key}@${host}>`,
        subject: plainText(subject).replace(/\s+/g, ' '),
        text: plainText(body),
        html: `<div style="white-space: pre-wrap">${body}</div>`,
      });
    },
    close: () => transport.close(),
  };
}
