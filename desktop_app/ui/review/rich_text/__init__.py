"""Editor of formatted text: a document (mail/rich/) in a QTextDocument, and back."""
