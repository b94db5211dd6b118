/**
 * Signs in to the admin of the shop at this address.
 * @returns the session's cookie, for the headers of a request
 */
export async function signIn(address: string, password: string): Promise<{ Cookie: string }> {
  const answer = await fetch(`${address}/mostrador/entrar`, {
    method: "POST",
    body: new URLSearchParams({ contrasena: password }),
    redirect: "manual",
  });
  const [cookie] = answer.headers.getSetCookie();
  if (!cookie) throw new Error(`Signing in was answered ${answer.status}.`);
  return { Cookie: cookie.replace(/;.*/s, "") };
}
