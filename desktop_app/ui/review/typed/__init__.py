"""What is offered while one types: templates by `;name`, emoji by `:name`."""
