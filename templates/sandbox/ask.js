/** Asks the server. Throws with the status and what the server said when it is not content. */
export async function ask(path, body) {
  const options = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(`/api/${path}`, options);
  const said = await response.json().catch(() => ({}));
  if (response.ok) return said;
  throw Object.assign(new Error(`status ${response.status}`), { status: response.status, said });
}
