/** What a frame cannot do, and a link that opens the app in a page of its own. */
export const OwnPage = ({ text, link }: { text: string; link: string }) => (
  <>
    <p>{text}</p>
    <p>
      <a className="button quiet" href={location.href} target="_blank" rel="noopener">
        {link}
      </a>
    </p>
  </>
);
