/** The desk's pages with all that is filled into them, and nothing of their looks. */
import { type PublishedDesk, pageWriter } from "../pages.ts";

const html = {
  pedido: `<h1>{{id}}</h1><p>{{state}} · {{placedAt}} · {{quantity}} · {{total}} · {{email}}</p>
{{#address}}<p>{{.}}</p>{{/address}}
{{#transfer}}<p>{{iban}} · {{beneficiary}} · {{until}} · {{part}}</p>{{/transfer}}
{{#card}}<a href="{{address}}">Pagar</a>{{/card}}{{#refunded}}<p>Devuelto {{.}}</p>{{/refunded}}`,
  desistimiento: `{{#form}}<p>{{name}} · {{contract}} · {{email}}</p>{{/form}}
{{#mistakes}}<p>{{name}} · {{contract}} · {{email}}</p>{{/mistakes}}
{{#confirm}}<form>{{name}} · {{contract}} · {{email}}<input name="key" value="{{key}}"></form>{{/confirm}}
{{#received}}<p>Recibido {{at}}: {{name}} · {{contract}} · {{email}}</p>{{/received}}`,
  mostrador: `{{#missing}}<p>No hay {{.}}</p>{{/missing}}
{{#filters}}<a href="{{address}}" aria-current="{{current}}">{{name}}</a>{{/filters}}
{{#orders}}<p>{{id}} {{name}} {{city}} {{total}} {{state}} {{odd}}</p>
{{/orders}}{{#older}}<a href="{{.}}">Anteriores</a>{{/older}}
{{#mails}}<p>Correo {{id}} {{recipient}} {{subject}} {{attempts}} {{error}}</p>{{/mails}}
{{#withdrawals}}<p>Desistimiento {{at}} {{name}} {{email}} {{contract}} {{orderId}}</p>{{/withdrawals}}`,
  "mostrador/pedido": `<h1>{{id}}</h1>{{#complaint}}<p role="alert">{{.}}</p>{{/complaint}}
<p>{{state}} · {{received}} · {{refunded}} · {{payment}} · {{email}} · {{odd}}</p>
{{#address}}<p>{{.}}</p>{{/address}}
{{#mayBePaid}}<input name="importe" value="{{missing}}"><input name="visto" value="{{seenReceived}}">{{/mayBePaid}}
{{#mayBeShipped}}enviar{{/mayBeShipped}}{{#mayBeDelivered}}entregar{{/mayBeDelivered}}
{{#mayBeRefunded}}<input name="importe" value="{{refundable}}"><input name="visto" value="{{seenRefunded}}">{{/mayBeRefunded}}
{{#history}}<li>{{at}} {{who}} {{what}} {{amount}} {{note}}</li>{{/history}}`,
  respuesta: "<h1>{{title}}</h1><p>{{text}}</p>",
};

export const published: PublishedDesk = {
  settings: {},
  takesCards: false,
  always: { "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff" },
  pages: Object.fromEntries(
    Object.entries(html).map(([name, html]) => [name, { html, policy: "default-src 'none'" }]),
  ),
};

export const writePage = pageWriter(published);
