/** An element with these properties and children; `data-…` and `aria-…` names become attributes. */
export const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "for" || key === "role") made.setAttribute(key, value);
    else if (value !== undefined) made[key] = value;
  }
  made.append(...children);
  return made;
};
